import type { CollectionIndexes } from '@platform/docstore'
import type { BrowserFile } from '@platform/stream'

/** A build of the stream as it is stored, for pages that outlast the server they came from. */
export interface ClientBuild {
  /** A hash of the documents' ids and the files' names, which have hashes of their content. */
  readonly id: string
  /** When the build was stored. */
  readonly started_at: Date
  readonly documents: readonly { readonly id: string; readonly text: string }[]
  /** The bytes are in base64. */
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: string }[]
}

export const clientBuildIndexes: CollectionIndexes = {
  collection: 'client_builds',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

/** What a build has: documents by id, and files by name. */
export interface Contents {
  readonly documents: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, BrowserFile>
}

export function storedContents({ documents, files }: Contents): Pick<ClientBuild, 'documents' | 'files'> {
  return {
    documents: [...documents].map(([id, text]) => ({ id, text })),
    files: [...files].map(([name, { type, bytes }]) => ({ name, type, bytes: bytes.toString('base64') })),
  }
}

export function contentsOf({ documents, files }: ClientBuild): Contents {
  return {
    documents: new Map(documents.map(({ id, text }) => [id, text])),
    files: new Map(files.map(({ name, type, bytes }) => [name, { type, bytes: Buffer.from(bytes, 'base64') }])),
  }
}
