/// GraphQL documents as values: what they are made of, read from text and written as text (GraphQL specification,
/// October 2021, sections 2 and 3).
///
/// Two documents are equal when they say the same in the same order. Where a part stands, its comments, commas and white
/// space do not count, nor does the way a string is quoted.
package enum GraphQL {}
