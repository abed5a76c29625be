import { DatabaseSync } from 'node:sqlite'
import type { TestPlatform } from '@platform/plugin-testing'
import { needsEmbeddedStore } from '../../../../test/needs.ts'

/** `collection` → paths at which a stored document holds this text, as a value or a key. */
export function placesOf(text: string, { services }: TestPlatform): ReadonlyMap<string, ReadonlySet<string>> {
  needsEmbeddedStore()
  const store = new DatabaseSync(services.config.docstoreUrl.slice('sqlite:'.length), { readOnly: true })
  const found = new Map<string, Set<string>>()
  try {
    for (const { name } of store.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'c:%'").all()) {
      const collection = String(name).slice('c:'.length)
      for (const { doc } of store.prepare(`SELECT doc FROM "${String(name)}"`).all())
        for (const path of pathsOf(JSON.parse(String(doc)), text))
          found.set(collection, (found.get(collection) ?? new Set()).add(path.replace(/\.\d+(?=\.|$)/g, '')))
    }
  } finally {
    store.close()
  }
  return found
}

function pathsOf(value: unknown, text: string, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return value.includes(text) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(key.includes(text) ? [[...path, key].join('.')] : []),
    ...pathsOf(entry, text, [...path, key]),
  ])
}
