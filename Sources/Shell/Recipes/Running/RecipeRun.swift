/// What came of a recipe that was run.
package struct RecipeRun: Sendable {
    /// The recipe.
    package var recipe: Recipe
    /// Its parameters by name; a secret is not among them.
    package var parameters: [String: String] = [:]
    /// Its steps in the order they ran, each time round.
    package var steps: [StepResult] = []
    /// How it ended: 0 when everything held, 6 when an expectation did not, else the status of the step that failed.
    package var exitStatus: Int32 = 0
    /// How many expectations held, expected outputs counted as one each.
    package var held = 0
    /// How many steps were passed over, because what they need was never captured, or is not known in a plan.
    package var passedOver = 0
    /// The records that were written, by what was done: `created`, `updated`, `deleted`.
    package var changes: [String: Int] = [:]

    /// A run that has not begun.
    package init(_ recipe: Recipe) { self.recipe = recipe }

    /// The steps that failed, in order; those of cleanup come last.
    package var failed: [StepResult] { steps.filter { !$0.holds } }
}
