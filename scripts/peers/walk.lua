-- For wrk: asks for the targets of a file in turn, a line each, by GET. Several threads share them.
--     wrk … -s walk.lua ADDRESS -- FILE THREADS MOST
-- MOST is how many requests each thread sends; 0 is any number.
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  requests = {}
  for target in io.lines(arguments[1]) do requests[#requests + 1] = wrk.format("GET", target) end
  step, most, sent, place = tonumber(arguments[2]), tonumber(arguments[3]), 0, number
end

function request()
  local chosen = requests[place % #requests + 1]
  place = place + step
  sent = sent + 1
  if most > 0 and sent >= most then wrk.thread:stop() end
  return chosen
end
