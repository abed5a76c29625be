// The load generator, in a process of its own: sends one request over and over, or several in turn, and reports how
// many were answered. A request without a body is a GET.
import autocannon from 'autocannon'

const { url, body, headers = {}, seconds, connections, requests, overallRate } = JSON.parse(process.argv[2])
const result = await autocannon({
  url,
  ...(requests && { requests }),
  ...(body === undefined
    ? { headers }
    : { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }),
  duration: seconds,
  connections,
  ...(overallRate && { overallRate }),
  timeout: 30,
})
const failed = result.non2xx + result.errors + result.timeouts
process.send({ perSecond: result['2xx'] / result.duration, failed, p99: result.latency.p99 }, () =>
  process.disconnect(),
)
