import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Characters of the texts that are kept: as many as a thousand documents of usual length have. */
const MOST_CHARACTERS = 1024 ** 2

/** Documents that were parsed and validated, by their texts. */
export interface KnownDocuments {
  find(text: unknown): DocumentNode | undefined
  keep(text: string, document: DocumentNode): void
}

export function createKnownDocuments(): KnownDocuments {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_document, text) => text.length + 1,
  })
  return {
    find: text => (typeof text === 'string' ? documents.get(text) : undefined),
    keep: (text, document) => void documents.set(text, document),
  }
}
