import type { Services } from '@platform/plugin-sdk'
import { refusedField } from '../../input/invalid-input.ts'
import { isPermitted, plainAddress } from '../assets/address.ts'

/** The most characters of an address in its escaped form; a link with a longer one does not fit into a mail. */
const LONGEST = 2_048

/**
 * Checks the address to which a page returns after an e-mail link: a page of this server, or of a site that has
 * discussions here.
 *
 * @param given an address; an empty text means the start page
 * @throws BadUserInputError for any other address.
 */
export async function returnAddress(
  { config, settings }: Pick<Services, 'config' | 'settings'>,
  given: string,
): Promise<string> {
  if (given === '') return `${config.rootUrl}/`
  const address = plainAddress(given)
  const { domains } = await settings.load()
  if (
    address &&
    address.length <= LONGEST &&
    (new URL(address).origin === new URL(config.rootUrl).origin || isPermitted(address, domains.whitelist))
  )
    return address
  throw refusedField('loc', 'give an address of this site, or of one that is on the list of permitted domains')
}
