import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectDocstore, type Docstore } from '../src/index.ts'
import { temporaryFolder } from './temporary.ts'

interface Thing {
  readonly _id: string
}

export const open = (path: string): Promise<Docstore> => connectDocstore(`sqlite:${path}`)

export async function add(docstore: Docstore, ...ids: string[]): Promise<void> {
  await docstore.collection<Thing>('things').insertMany(ids.map(_id => ({ _id })))
}

/** Opens a store, lists its things and closes it, so that all of it is in its file. */
export async function idsIn(path: string): Promise<string[]> {
  const docstore = await open(path)
  try {
    const things = await docstore.collection<Thing>('things').find({}).sort({ _id: 1 }).toArray()
    return things.map(({ _id }) => _id)
  } finally {
    await docstore.close()
  }
}

/** Adds things to a store, and leaves its file and its log as a server does that is killed then. */
export async function killedAfter(path: string, ...ids: string[]): Promise<void> {
  const docstore = await open(path)
  await add(docstore, ...ids)
  const killed = join(temporaryFolder(), 'killed.db')
  copyStore(path, killed)
  await docstore.close()
  copyStore(killed, path)
}

/** Copies the file of a store, and its log. */
export function copyStore(path: string, to: string): void {
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${to}${end}`)
}
