/**
 * Parts of the core that a client part switches on: the way to sign in in the stream, and accounts with an e-mail
 * address and a password on the pages to sign in and to register.
 */
export const OFFERS = ['signIn', 'emailAccounts'] as const

/** One of them. */
export type Offer = (typeof OFFERS)[number]

/**
 * What the listed parts switch on together.
 *
 * @example
 * const isOffered = offersOf(parts).includes('signIn')
 */
export const offersOf = (
  parts: readonly { readonly part: { readonly offers?: readonly Offer[] } }[],
): readonly Offer[] => OFFERS.filter(offer => parts.some(({ part }) => offersIn(part).includes(offer)))

/** A module without a default export has no part, which is told when the form of the part is checked. */
const offersIn = (part: { readonly offers?: readonly Offer[] } | undefined): readonly Offer[] =>
  Array.isArray(part?.offers) ? part.offers : []
