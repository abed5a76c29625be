import { FOR_ADMINISTRATORS, PARTS_FOR_ADMINISTRATORS, PATHS, type ViewName } from '../paths.ts'

/** A view of the panel. */
export interface ViewAtPath {
  readonly name: ViewName
  /** Whether administrators alone use what has this address. */
  readonly isForAdministrators: boolean
}

/**
 * Finds the view that has this address below `/admin`.
 *
 * @example
 * viewAt('/plugins') // { name: 'plugins', isForAdministrators: true }
 */
export function viewAt(path: string): ViewAtPath | undefined {
  const given = path.split('/').filter(Boolean)
  const name = (Object.keys(PATHS) as ViewName[]).find(each => {
    const parts = PATHS[each].split('/').filter(Boolean)
    if (given.length > parts.length) return false
    return parts.every((part, i) =>
      part.startsWith(':') ? given[i] !== undefined || part.endsWith('?') : part === given[i],
    )
  })
  const isPartFor = (view: ViewName) => PARTS_FOR_ADMINISTRATORS[view]?.includes(given.at(-1) ?? '') ?? false
  return name && { name, isForAdministrators: FOR_ADMINISTRATORS.includes(name) || isPartFor(name) }
}
