// Preloaded into a command: leaves behind what it used, in the file that is named.
import { writeFileSync } from 'node:fs'

process.on('exit', () => writeFileSync(process.env.BENCH_USAGE, JSON.stringify(process.resourceUsage())))
