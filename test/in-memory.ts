import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const NAME = 'platform-tests-'

/** What all tests that run at one time have in temporary folders is far less. Bytes. */
const LEAST = 4e9

/**
 * Puts the temporary folders of tests into memory, where that is possible: tests open thousands of stores, and each of
 * them waits for the disk several times. Where the disk keeps what it acknowledged is tested with disks that fail.
 * A test that installs packages does so below `PLATFORM_TEST_DISK`, where its package manager finds what it has.
 */
export default function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] || !hasRoom()) return undefined
  removeLeft()
  const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`))
  process.env['PLATFORM_TEST_DISK'] = tmpdir()
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > LEAST
  } catch {
    return false
  }
}

/** Removes the folders of runs that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY).filter(each => each.startsWith(NAME)))
    if (!isRunning(Number(name.slice(NAME.length).split('-')[0])))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
