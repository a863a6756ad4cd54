# Sends requests through VCR, which records them into a cassette or answers from it.
#
#     vcr_session.rb record|replay FOLDER NAME ADDRESS
#
# Replaying opens no connection. The output is the same each time.
require "json"
require "net/http"
require "vcr"
require "webmock"

how, folder, name, address = ARGV
WebMock.allow_net_connect! if how == "record"
VCR.configure do |config|
  config.cassette_library_dir = folder
  config.hook_into :webmock
end

table = "/api/now/table/incident"
VCR.use_cassette(name, record: how == "record" ? :all : :none) do
  uri = URI(address)
  Net::HTTP.start(uri.host, uri.port) do |http|
    ask = lambda do |request|
      request.basic_auth("admin", "admin")
      http.request(request)
    end
    listed = ask.call(Net::HTTP::Get.new(table + "?sysparm_limit=2&sysparm_query=active%3Dtrue%5EORDERBYnumber"))
    puts listed.code, JSON.parse(listed.body)["result"].map { |record| record["number"] }.inspect
    post = Net::HTTP::Post.new(table + "?sysparm_fields=short_description", "Content-Type" => "application/json")
    post.body = JSON.generate("short_description" => "Café: \"on\" #1")
    made = ask.call(post)
    puts made.code, made.message, JSON.parse(made.body)["result"]
    puts ask.call(Net::HTTP::Get.new(table + "/missing")).code
  end
end
