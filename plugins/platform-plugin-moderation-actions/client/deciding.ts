import { type SlotComment, useActions, useMenu } from '@platform/client-sdk'

/** What a moderator can decide beside the status, as `Comment.moderation` says it. */
export interface Moderation {
  readonly author: {
    readonly banned: boolean
    readonly suspendedUntil: string | null
    readonly alwaysPremod: boolean
  } | null
  readonly tags: readonly string[]
}

/** Runs a decision, closes the menu, and tells what became of it. */
export function useDecide(): (
  name: string,
  variables: Readonly<Record<string, unknown>>,
  done: string,
) => Promise<boolean> {
  const menu = useMenu()
  const { mutate, notify } = useActions()
  return async (name, variables, done) => {
    const { refused } = await mutate(name, variables)
    menu?.close()
    notify(refused ?? done)
    return refused === null
  }
}

/** The name of an author in a sentence. One that is written from right to left must not turn the rest of it round. */
export function nameOf(user: SlotComment['user']): string {
  const name = user?.username ?? ''
  return /^[\w.-]*$/.test(name) ? name : `\u2068${name}\u2069`
}

/** A time in the words of the page's language. */
export const timeIn = (lang: string, time: Date): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
