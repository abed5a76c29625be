import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { docstoreFile } from '@platform/docstore'

/** The longest path that a socket may have on every system, and the longest name within a folder. Bytes. */
const LONGEST = { path: 100, name: 60 }

/**
 * The socket beside an embedded store's file; `null` for stores that several processes may open. In the temporary
 * folder, other users of the machine could put one of their own, so it is there only on systems on which a socket can't
 * have a long path, and where each user has a temporary folder.
 */
export function controlSocketPath(docstoreUrl: string): string | null {
  const file = docstoreFile(docstoreUrl)
  if (file === null) return null
  const path = `${file}.sock`
  if (Buffer.byteLength(path) <= LONGEST.path) return path
  const shorter = `platform-${createHash('sha256').update(path).digest('hex').slice(0, 24)}.sock`
  if (process.platform !== 'linux') return join(tmpdir(), shorter)
  return Buffer.byteLength(basename(path)) <= LONGEST.name ? path : join(dirname(path), shorter)
}

/** The path by which this process reaches a socket, until it is disposed of. */
export interface SocketAddress extends Disposable {
  readonly address: string
}

/** Linux has a short path for each folder that a process has open. */
export function openSocketPath(path: string): SocketAddress {
  if (Buffer.byteLength(path) <= LONGEST.path) return { address: path, [Symbol.dispose]() {} }
  const folder = openSync(dirname(path), 'r')
  return {
    address: `/proc/self/fd/${folder}/${basename(path)}`,
    [Symbol.dispose]: () => closeSync(folder),
  }
}
