import { type Asset, NotFoundError } from '@platform/plugin-sdk'
import {
  type Branch,
  type BranchPage,
  documents,
  type Place,
  SORTS,
  type SortName,
  type StreamState,
  shorten,
  type Viewer,
} from '@platform/stream'
import { micromark } from 'micromark'
import type { ServerContext } from '../../contract/context.ts'
import { reasonForClosing } from '../model/discussion.ts'
import { siteOf } from '../site.ts'
import { ask } from './ask.ts'

/** The part of a discussion that is shown, and where. */
export interface StreamRequest {
  readonly place: Place
  readonly lang: string
  readonly sort: SortName
  /** The tag whose comments are shown; `null` for all. */
  readonly tag: string | null
  readonly after: string | null
  /** Id of the comment that the address names; `null` for none. */
  readonly focus: string | null
}

/** Comments at the top level of a page. */
const ROOTS = 20

/** Reads everything that a stream begins with, as the caller of the request sees it. */
export async function readStreamState(
  context: ServerContext,
  asset: Asset,
  { place, lang, sort, tag, after, focus }: StreamRequest,
): Promise<StreamState> {
  const { clock, config } = context.services
  const readAt = clock.now().getTime()
  const { sortBy, sortOrder } = SORTS[sort]
  const query = {
    limit: ROOTS,
    cursor: after,
    sortBy,
    sortOrder,
    excludeIgnored: context.user !== null,
    ...(tag === null ? {} : { tags: [tag] }),
  }
  const { asset: found } = await ask(context, documents.Thread, { id: asset.id, query, deep: tag !== null })
  if (!found?.comments) throw new NotFoundError('The discussion')
  const { comments, ...discussion } = found
  const short = createShortener()
  return {
    site: {
      root: `${new URL(config.rootUrl).origin}${config.mountPath}`,
      ...liveFacts(context),
      levels: config.threadingLevel,
    },
    place,
    lang,
    discussion,
    sort,
    tag,
    after,
    comments: short.page(comments),
    focus: focus === null ? null : await readFocus(context, { asset, id: focus, short }),
    viewer: await readViewer(context),
    readAt,
    boxes: await readBoxes(context, asset, discussion.settings),
  }
}

function liveFacts({ services }: ServerContext): { live: string; keepAlive: number } {
  const { live, keepAlive } = siteOf(services)
  return { live, keepAlive }
}

async function readViewer(context: ServerContext): Promise<Viewer | null> {
  return context.user === null ? null : (await ask(context, documents.Own, {})).me
}

/** The comment of a link with the comments that it answers. A comment that readers may not see is left out. */
async function readFocus(
  context: ServerContext,
  { asset, id, short }: { asset: Asset; id: string; short: Shortener },
): Promise<StreamState['focus']> {
  const { asset: found } = await ask(context, documents.Permalink, { asset: asset.id, id })
  const comment = found?.comment
  if (!comment) return null
  type Above = { readonly parent?: Above | null } & Branch
  const above: Branch[] = []
  for (let each = comment.parent as Above | null; each?.user !== undefined; each = each.parent as Above | null)
    above.unshift(short.branch(each))
  return { branch: short.branch(comment), above }
}

async function readBoxes(
  context: ServerContext,
  asset: Asset,
  settings: StreamState['discussion']['settings'],
): Promise<StreamState['boxes']> {
  const closed = await reasonForClosing(context, asset)
  return {
    info: settings.infoBoxEnable && settings.infoBoxContent ? micromark(settings.infoBoxContent) : null,
    question: settings.questionBoxEnable && settings.questionBoxContent ? micromark(settings.questionBoxContent) : null,
    closed: closed === null ? null : micromark(closed),
  }
}

/** The most characters of one body in a list; the comment's own page has the rest. */
const LONGEST = 3_000
/** The most characters of all bodies of one page. */
const ROOM = 60_000
/** Characters of a body that are shown once the room of the page is used up. */
const SHORTEST = 60

interface Shortener {
  page(page: BranchPage): BranchPage
  branch(branch: Branch): Branch
}

/** Shortens bodies so that a page stays small, however long its comments are. */
function createShortener(): Shortener {
  let room = ROOM
  const page = ({ nodes, ...rest }: BranchPage): BranchPage => ({ ...rest, nodes: nodes.map(branch) })
  const branch = (each: Branch): Branch => {
    const body = each.body === null ? null : shorten(each.body, room > 0 ? LONGEST : SHORTEST)
    room -= body?.length ?? 0
    return { ...each, body, ...(each.replies ? { replies: page(each.replies) } : {}) }
  }
  return { page, branch }
}
