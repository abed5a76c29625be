// Writes down once a second how late the event loop of the server was, in milliseconds: the 99th percentile.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env['FAULT_LOOP_DELAY']

if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  setInterval(() => {
    writeFileSync(file, String(delay.percentile(99) / 1e6))
    delay.reset()
  }, 1_000).unref()
}
