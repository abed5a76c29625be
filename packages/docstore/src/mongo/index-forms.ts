import { crc32 } from 'node:zlib'
import { type Document, type IndexDescriptionInfo, MongoServerError } from 'mongodb'
import type { IndexDeclaration } from '../contract/indexes.ts'

/** An index that a collection has. */
export interface PresentIndex extends IndexDescriptionInfo {
  readonly name: string
}

/** Whether an index is as it is declared, by whatever name. */
export function isSame(known: PresentIndex, declared: IndexDeclaration): boolean {
  const partial = known['partialFilterExpression'] as Document | undefined
  return (
    textOf(Object.entries(known.key), known.unique, partial, known['expireAfterSeconds']) === declaredText(declared)
  )
}

/** The name of an index whose declared name an index with other keys has: `newest_v1b2c3d4`. */
export function nameOfForm(declaration: IndexDeclaration): string {
  return `${declaration.name}_v${crc32(declaredText(declaration)).toString(16).padStart(8, '0')}`
}

/** The declared name in a name of {@link nameOfForm}; other names are declared as they are. */
export const declaredNameOf = (name: string): string => name.replace(/_v[0-9a-f]{8}$/, '')

/** Whether the database refuses a second index because it differs too little, as in its time to live only. */
export function excludesFormer(error: unknown): boolean {
  return error instanceof MongoServerError && (error.code === OPTIONS_CONFLICT || error.code === KEYS_CONFLICT)
}

const OPTIONS_CONFLICT = 85
const KEYS_CONFLICT = 86

function declaredText({ keys, unique, partial, expireAfterSeconds }: IndexDeclaration): string {
  return textOf(Object.entries(keys), unique, partial, expireAfterSeconds)
}

function textOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts.map(part => (part || part === 0 ? part : null)))
}
