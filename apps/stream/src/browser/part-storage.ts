import type { PartStorage } from '@platform/client-sdk'
import { PART_STORAGE } from './kept-by-parts.ts'

/** What a client part keeps in the frame's own storage, under names that no other part has. */
export function createPartStorage(plugin: string): PartStorage {
  const nameOf = (name: string) => `${PART_STORAGE}${plugin}:${name}`
  return {
    get(name) {
      try {
        return JSON.parse(localStorage.getItem(nameOf(name)) ?? 'null')
      } catch {
        return null
      }
    },
    set(name, value) {
      try {
        if (value === null || value === undefined) localStorage.removeItem(nameOf(name))
        else localStorage.setItem(nameOf(name), JSON.stringify(value))
      } catch {
        // Browsers may forbid storage in a frame, or have no room left: then nothing is remembered.
      }
    },
  }
}
