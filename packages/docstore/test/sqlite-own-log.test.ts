import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { copyStore, idsIn, killedAfter, open } from './store-files.ts'
import { temporaryFolder } from './temporary.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder, 'store.db')
})

test('a file of earlier beside a log that was begun after it is refused, also when an older version made it', async () => {
  await killedAfter(path, 'a')
  expect(await idsIn(path)).toEqual(['a'])
  const [earlier, older] = [join(folder, 'earlier.db'), join(folder, 'older.db')]
  copyFileSync(path, earlier)
  copyFileSync(path, older)
  withoutNumber(older)
  await killedAfter(path, 'b')
  expect(await idsIn(path)).toEqual(['a', 'b'])
  await killedAfter(path, 'c')
  for (const former of [earlier, older]) {
    copyFileSync(former, path)
    await expect(open(path)).rejects.toMatchObject({ code: 'DOCSTORE_LOG_FOREIGN' })
  }
})

test('a store of an older version is opened with its log, and so is one that was copied or has another name', async () => {
  await killedAfter(path, 'a')
  expect(await idsIn(path)).toEqual(['a'])
  withoutNumber(path)
  await killedAfter(path, 'b')
  const other = join(folder, 'other.db')
  copyStore(path, other)
  expect([await idsIn(path), await idsIn(other)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('a log that SQLite does not read is not looked at, as when a power cut left no whole page of it', async () => {
  await killedAfter(path, 'a')
  expect(await idsIn(path)).toEqual(['a'])
  const earlier = join(folder, 'earlier.db')
  copyFileSync(path, earlier)
  await killedAfter(path, 'b')
  expect(await idsIn(path)).toEqual(['a', 'b'])
  await killedAfter(path, 'c')
  const log = readFileSync(`${path}-wal`)
  for (const left of [log.fill(0xee, 100, 101), log.subarray(0, 200), log.subarray(0, 10)]) {
    copyFileSync(earlier, path)
    writeFileSync(`${path}-wal`, left)
    expect(await idsIn(path)).toEqual(['a'])
  }
})

/** Makes a store one as versions without numbers of commits left it. */
function withoutNumber(at: string): void {
  const database = new DatabaseSync(at)
  database.exec('PRAGMA application_id = 0')
  database.close()
}
