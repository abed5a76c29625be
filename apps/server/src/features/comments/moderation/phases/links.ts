import { LinkifyIt } from 'linkify-it'
import tlds from 'tlds' with { type: 'json' }
import { systemFlag, type CorePhase } from '../phase.ts'

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true }).tlds(tlds)
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** Links named to moderators. */
const MOST = 10

/** Addresses, hosts with a known top-level domain and e-mail addresses all count, also with unseen characters in them. */
export const links: CorePhase = {
  name: 'links',
  run({ body, settings }) {
    if (!settings.premodLinksEnable) return undefined
    const found = linkify.match(body.replace(UNSEEN, '').normalize('NFKC'))?.slice(0, MOST).map(({ raw }) => raw) ?? []
    if (found.length === 0) return undefined
    const message = found.join(', ').slice(0, 400)
    return { status: 'SYSTEM_WITHHELD', reason: `links: ${message}`, actions: [systemFlag('LINKS', { message, links: found })] }
  },
}
