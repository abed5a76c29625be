import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { backUpDocstore, restoreDocstore } from '../src/index.ts'
import { add, idsIn, killedAfter, open } from './store-files.ts'
import { temporaryFolder } from './temporary.ts'

let folder: string
let path: string
let copy: string
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder, 'store.db')
  copy = join(folder, 'copy.db')
})

const backUp = () => backUpDocstore(`sqlite:${path}`, copy)
const restore = () => restoreDocstore(`sqlite:${path}`, copy)

test('a backup has one state of a store that is open, is for its owner only, and replaces no file', async () => {
  const docstore = await open(path)
  await add(docstore, 'a', 'b')
  expect(await backUp()).toEqual({ bytes: statSync(copy).size, milliseconds: expect.any(Number) })
  await add(docstore, 'c')
  await expect(backUp()).rejects.toMatchObject({ code: 'DOCSTORE_BACKUP_REFUSED' })
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter(name => name.startsWith('copy.db'))).toEqual(['copy.db'])
  await docstore.close()
  expect([await idsIn(copy), await idsIn(path)]).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ])
})

test('a store whose file is a symbolic link is used, backed up and restored where the link leads, also under two names', async () => {
  const link = join(folder, 'link.db')
  symlinkSync('store.db', link)
  const docstore = await open(link)
  await add(docstore, 'a')
  await expect(open(path)).rejects.toMatchObject({ code: 'DOCSTORE_LOCKED' })
  await backUpDocstore(`sqlite:${link}`, copy)
  await add(docstore, 'b')
  await docstore.close()
  expect(await idsIn(path)).toEqual(['a', 'b'])
  expect(await restoreDocstore(`sqlite:${link}`, copy)).toMatchObject({ former: expect.stringContaining('store.db.') })
  expect([await idsIn(path), await idsIn(link)]).toEqual([['a'], ['a']])
})

test('a backup is made of a store that no process has open, with what is only in its log', async () => {
  await killedAfter(path, 'a')
  await backUp()
  expect([await idsIn(copy), await idsIn(path)]).toEqual([['a'], ['a']])
})

test('a backup that can not be made leaves nothing behind', async () => {
  await expect(backUp()).rejects.toMatchObject({ message: `There is no store at ${path}` })
  await killedAfter(path, 'a')
  copy = join(folder, 'none/copy.db')
  await expect(backUp()).rejects.toMatchObject({ code: 'DOCSTORE_BACKUP_REFUSED' })
  await idsIn(path)
  writeFileSync(path, readFileSync(path).fill(0xee, 4096))
  copy = join(folder, 'copy.db')
  await expect(backUp()).rejects.toMatchObject({ code: 'DOCSTORE_DAMAGED' })
  expect(readdirSync(folder).filter(name => name.includes('copy.db'))).toEqual([])
})

test('a store that is restored is the backup, and the former one is kept with its log', async () => {
  await killedAfter(path, 'a')
  await backUp()
  await killedAfter(path, 'b')
  const { former } = await restore()
  expect(existsSync(`${path}-wal`)).toBe(false)
  expect([await idsIn(path), await idsIn(former ?? '')]).toEqual([['a'], ['a', 'b']])
})

test('a restore removes what an earlier one left that was killed', async () => {
  await killedAfter(path, 'a')
  await backUp()
  const left = ['.restored-17.partial-17', '.restored-17.partial-17-journal', '.restored-17'].map(end => path + end)
  for (const name of left) writeFileSync(name, 'left')
  await restore()
  expect(left.filter(name => existsSync(name))).toEqual([])
  expect(await idsIn(path)).toEqual(['a'])
})

test('a backup is restored where there was no store', async () => {
  await killedAfter(path, 'a')
  await backUp()
  path = join(folder, 'elsewhere/store.db')
  expect(await restore()).toMatchObject({ former: null })
  expect(await idsIn(path)).toEqual(['a'])
})

test('a store that is open, a damaged backup and another file are refused, and the store stays', async () => {
  const docstore = await open(path)
  await add(docstore, 'a')
  await backUp()
  await expect(restore()).rejects.toMatchObject({ code: 'DOCSTORE_LOCKED' })
  await docstore.close()
  writeFileSync(copy, readFileSync(copy).fill(0xee, 4096))
  await expect(restore()).rejects.toMatchObject({
    message: expect.stringMatching(/copy\.db is damaged.*another backup/),
  })
  copy = join(folder, 'other.db')
  await expect(restore()).rejects.toMatchObject({ message: `There is no file ${copy}` })
  new DatabaseSync(copy).exec('CREATE TABLE other (id)')
  await expect(restore()).rejects.toMatchObject({ message: expect.stringContaining('is not a document store') })
  copy = path
  await expect(restore()).rejects.toMatchObject({ message: expect.stringContaining('is the store itself') })
  expect([await idsIn(path), readdirSync(folder).filter(name => /before|restored/.test(name))]).toEqual([['a'], []])
})

test('a backup that takes the place of a store beside its log is refused, until the log is gone', async () => {
  await killedAfter(path, 'a')
  await backUp()
  await killedAfter(path, 'b')
  copyFileSync(copy, path)
  for (const opened of [open(path), backUpDocstore(`sqlite:${path}`, join(folder, 'second.db'))])
    await expect(opened).rejects.toMatchObject({
      code: 'DOCSTORE_LOG_FOREIGN',
      message: expect.stringContaining(`remove ${path}-wal and ${path}-shm`),
    })
  rmSync(`${path}-wal`)
  expect(await idsIn(path)).toEqual(['a'])
})

test('MongoDB is told to use its own programs', async () => {
  await expect(backUpDocstore('mongodb://localhost/platform', copy)).rejects.toThrow('mongodump')
  await expect(restoreDocstore('mongodb://localhost/platform', copy)).rejects.toThrow('mongorestore')
})
