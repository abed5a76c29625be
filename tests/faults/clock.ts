import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Need } from '../../test/needs.ts'

const PLACES = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.'].map(
  folder => `/usr/lib/${folder}/faketime/libfaketime.so.1`,
)
const library = PLACES.find(existsSync)

/** What tests need that move the clock of a process. */
export const FAKETIME: Need = {
  missing: library === undefined ? 'there is no libfaketime (Debian: apt-get install libfaketime)' : undefined,
}

/** A clock of processes that a test moves. Their timers go on as they are, as on a machine whose clock is set. */
export interface MovedClock {
  /** Variables with which a process goes by this clock. */
  readonly env: Readonly<Record<string, string>>
  /** From now on the clock shows the real time and so many seconds more, or less. */
  set(seconds: number): Promise<void>
}

export async function movedClock(folder: string): Promise<MovedClock> {
  const file = join(folder, 'clock')
  const set = async (seconds: number) => {
    // A process that reads the file at this moment finds the one before, as a whole.
    await writeFile(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    await rename(`${file}.next`, file)
  }
  await set(0)
  return {
    set,
    env: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
    },
  }
}
