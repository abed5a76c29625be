import type { ListedPart } from '@platform/client-sdk'
import { isInAdmin } from '../../composition/client/admin-slots.ts'

/** The plugins that show something in the admin panel. The others are not loaded there. */
export const partsInAdmin = (parts: readonly ListedPart[]): readonly string[] =>
  parts.filter(isInAdmin).map(({ plugin }) => plugin)
