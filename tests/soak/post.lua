-- Request of wrk, and its figures as one line of JSON: `wrk ... -s post.lua URL -- BODY`.

local threads = {}

function setup(thread)
   table.insert(threads, thread)
end

function init(arguments)
   wrk.method = "POST"
   wrk.headers["Content-Type"] = "application/json"
   wrk.body = arguments[1]
   answered, refused, other = 0, 0, 0
end

function response(status)
   if status == 200 then
      answered = answered + 1
   elseif status == 503 then
      refused = refused + 1
   else
      other = other + 1
   end
end

function done(summary, latency)
   local answered, refused, other = 0, 0, 0
   for _, thread in ipairs(threads) do
      answered = answered + thread:get("answered")
      refused = refused + thread:get("refused")
      other = other + thread:get("other")
   end
   local errors = summary.errors
   io.write(string.format(
      '{"answered": %d, "refused": %d, "other": %d, "lost": %d, "seconds": %.3f, "p50_ms": %.3f, "p99_ms": %.3f}\n',
      answered, refused, other, errors.connect + errors.read + errors.write + errors.timeout,
      summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
