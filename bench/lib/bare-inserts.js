// What SQLite itself can do: inserts one row after the other, each in a durable commit of its own.
import { openBareStore } from './bare-store.js'

const [path, milliseconds, text] = process.argv.slice(2)
const insert = openBareStore(path)
const times = []
const begin = performance.now()
const end = begin + Number(milliseconds)
let now = begin
while (now < end) {
  insert.run(text)
  const after = performance.now()
  times.push(after - now)
  now = after
}
times.sort((a, b) => a - b)
process.send({ perSecond: (1_000 * times.length) / (now - begin), median: times[times.length >> 1] }, () =>
  process.disconnect(),
)
