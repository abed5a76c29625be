import { execFileSync } from 'node:child_process'
import { program } from '../../../../test/programs.ts'
import type { Server } from '../cli/command.ts'

/** What tests of a full disk need. */
export const PRLIMIT = program('prlimit')

/** From now on no file of the server may grow: a full disk, as a process sees it. */
export const fill = (server: Server) => limitFiles(server, '1')
export const makeRoom = (server: Server) => limitFiles(server, 'unlimited')

function limitFiles({ pid }: Server, most: string): void {
  execFileSync(PRLIMIT.file, ['--pid', String(pid), `--fsize=${most}:unlimited`])
}
