import { constants, copyFileSync, existsSync, linkSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Restored } from '../contract/backup.ts'
import { DocstoreError } from '../errors.ts'
import { copyStore, flush, refusal, within } from './backup.ts'
import { claim } from './claim.ts'
import { messageOf } from './failure.ts'
import { fileOf } from './file.ts'
import { FORMAT } from './open.ts'

/** Puts a backup in the place of a store that no process has open. The store that was there keeps another name. */
export function restoreSqlite(name: string, file: string): Restored {
  const path = fileOf(name)
  const begin = performance.now()
  if (!existsSync(file)) throw refusal(`There is no file ${file}`)
  if (existsSync(path) && realpathSync(file) === realpathSync(path)) throw refusal(`${file} is the store itself`)
  const release = claim(path)
  const restored = `${path}.restored-${process.pid}`
  try {
    removeUnfinished(path)
    check(file)
    const bytes = copyStore(file, restored)
    const former = existsSync(path) ? keepFormer(resolve(path)) : null
    // At each moment there is a store in this place. Beside the log of the former one it would be refused.
    renameSync(restored, path)
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    flush(dirname(resolve(path)))
    return { bytes, milliseconds: performance.now() - begin, former }
  } catch (error) {
    if (error instanceof DocstoreError) throw error
    throw refusal(`${file} could not be restored to ${path}: ${messageOf(error)}`, error)
  } finally {
    rmSync(restored, { force: true })
    release()
  }
}

/** Removes what a restore left that was killed. No other one is at work, because the store is claimed. */
function removeUnfinished(path: string): void {
  const folder = dirname(resolve(path))
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(path)}.restored-`)) rmSync(join(folder, name), { force: true })
}

/** Gives the store and its log a second name, without copying them where the disk has links. */
function keepFormer(path: string): string {
  const former = `${path}.before-${new Date().toISOString().replaceAll(':', '-')}`
  for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) keep(`${path}${end}`, `${former}${end}`)
  return former
}

function keep(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL)
  }
}

function check(file: string): void {
  const problem = problemOf(file)
  if (problem !== undefined) throw refusal(`${file} ${problem}; restore another backup`)
}

function problemOf(file: string): string | undefined {
  try {
    return within(file, { readOnly: true }, database => {
      const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number }
      if (format > FORMAT) return `has format ${format} of a newer version, not ${FORMAT}`
      if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'platform_index'").get())
        return 'is not a document store'
      const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as {
        integrity_check: string
      }
      return found === 'ok' ? undefined : `is damaged (${found.replaceAll('\n', ' ')})`
    })
  } catch (error) {
    return `is damaged, or is not a document store (${messageOf(error)})`
  }
}
