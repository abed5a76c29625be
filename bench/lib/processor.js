import { readdirSync, readFileSync } from 'node:fs'

/** The processor time of all threads of a process, in milliseconds, as Linux counts it. */
export function processorTime(pid) {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, id) => sum + scheduled(pid, id).ran, 0)
}

/** How long the main thread of a process has run, and has waited for a core, in milliseconds. */
export function mainThread(pid) {
  return scheduled(pid, pid)
}

/** The resident memory of a process, as Linux counts it, in MB: all of it, and what belongs to files. */
export function resident(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = name => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)[1]) / 1_024
  return { all: read('VmRSS'), files: read('RssFile') }
}

function scheduled(pid, id) {
  const [ran, waited] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
}
