import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Bytes of the documents that are kept: some six hundred of usual length. */
const MOST = 64 * 1024 ** 2
/** What a token takes in a parsed document, with what is known of its field. A short text may have many. Bytes. */
const TOKEN = 1_000

/** Documents that were parsed and validated, by their texts. */
export interface KnownDocuments {
  find(text: unknown): DocumentNode | undefined
  keep(text: string, document: DocumentNode): void
}

export function createKnownDocuments(most: number = MOST): KnownDocuments {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: most,
    sizeCalculation: (document, text) => TOKEN * tokensOf(document) + 2 * text.length,
  })
  return {
    find: text => (typeof text === 'string' ? documents.get(text) : undefined),
    keep: (text, document) => void documents.set(text, document),
  }
}

function tokensOf({ loc }: DocumentNode): number {
  let count = 0
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) count++
  return count
}
