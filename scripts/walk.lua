-- For wrk: requests the targets in a file, one per line, in turn. The threads share them.
--     wrk … -s walk.lua ADDRESS -- FILE THREADS
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  requests = {}
  for target in io.lines(arguments[1]) do requests[#requests + 1] = wrk.format("GET", target) end
  step, place = tonumber(arguments[2]), number
end

function request()
  local chosen = requests[place % #requests + 1]
  place = place + step
  return chosen
end
