import type { AdminTexts } from './texts/en.ts'

/** What the server tells the page of the panel. The page is made for one user, and kept nowhere. */
export interface AdminState {
  /** What stands before every path of the site; empty for a site at the root of its host. */
  readonly root: string
  readonly site: { readonly name: string }
  readonly lang: string
  /** The languages of the site, the default one first. */
  readonly languages: readonly string[]
  /** The texts, if the scripts of the release do not have them. */
  readonly texts: AdminTexts | null
  /** What follows the id of each stored document. */
  readonly documents: string
  /** The live endpoint, and the milliseconds between two of its pings. */
  readonly live: string
  readonly keepAlive: number
  readonly viewer: AdminViewer
  /** The plugins with client parts, in the order of the operator's list. */
  readonly parts: readonly string[]
  /** What their configuration makes public. */
  readonly partsConfig: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The moderator or administrator who is signed in. */
export interface AdminViewer {
  readonly id: string
  readonly username: string
  readonly role: 'ADMIN' | 'MODERATOR'
  readonly picture: string | null
}
