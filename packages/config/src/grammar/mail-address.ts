import { z } from 'zod'
import { fromText, Refusal } from './from-text.ts'

const address = z.email().max(254)

/** One sender: `comments@example.com` or `Comments <comments@example.com>`. */
export const mailAddress = fromText(text => {
  const named = /^[^<>,;:"\p{Cc}]{1,100} <([^<>]+)>$/u.exec(text)
  if (!address.safeParse(named?.[1] ?? text).success) {
    throw new Refusal('must be one e-mail address, such as comments@example.com or Comments <comments@example.com>')
  }
  return text
})
