import { PATHS } from '../paths.ts'

/**
 * Whether a view has this address below `/admin`.
 *
 * @example
 * isAdminPath('/moderate/reported') // true
 */
export function isAdminPath(path: string): boolean {
  const given = path.split('/').filter(Boolean)
  return Object.values(PATHS).some(pattern => {
    const parts = pattern.split('/').filter(Boolean)
    if (given.length > parts.length) return false
    return parts.every((part, i) =>
      part.startsWith(':') ? given[i] !== undefined || part.endsWith('?') : part === given[i],
    )
  })
}
