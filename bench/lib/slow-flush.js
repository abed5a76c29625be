import { spawnSync } from 'node:child_process'

/** How much longer a flush takes under this command: as long as a solid-state disk may take. Milliseconds. */
export const FLUSH = 1

/**
 * The beginning of a command that runs a program on a disk which takes longer to keep what was written. The system
 * waits in each flush of that program before it does it; other calls are not looked at. `undefined` where there is no
 * `strace`.
 */
export function slowFlush() {
  if (spawnSync('strace', ['-V']).error) return undefined
  const calls = 'fsync,fdatasync'
  // The program stays a child of the bench (`-D`), so that the bench can measure and stop it.
  const options = ['-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null']
  return ['strace', ...options, '-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=${1_000 * FLUSH}`]
}
