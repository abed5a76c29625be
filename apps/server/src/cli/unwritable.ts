import { EXIT } from '../runtime/failure.ts'

/** The failure of a command whose output or file can't be written, for example because the disk is full. */
export const unwritable = (what: string, { message }: Error): Error =>
  Object.assign(new Error(`${what} can't be written: ${message}`), { code: 'UNWRITABLE', exitCode: EXIT.failed })
