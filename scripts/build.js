// Builds what is not built yet. Silent when there is nothing to say: `start` and the commands run it first.
import { spawnSync } from 'node:child_process'

const args = ['run', 'build', '--output-logs=errors-only', ...process.argv.slice(2)]
const { status, stdout, stderr } = spawnSync('turbo', args, {
  encoding: 'utf8',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
})
if (status !== 0) {
  process.stderr.write(stdout + stderr)
  process.exit(status ?? 1)
}
