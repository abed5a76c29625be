import { type Asset, BadUserInputError, NotFoundError } from '@platform/plugin-sdk'
import {
  type Branch,
  COMMENTS,
  coreTabOf,
  coreTabsFor,
  discussionOwnIn,
  documents,
  OVERLAP,
  type Place,
  type Refused,
  type StreamState,
  sortVariables,
} from '@platform/stream'
import type { ServerContext } from '../../contract/context.ts'
import { buildFacts } from '../../features/client-builds/build-facts.ts'
import { markup } from '../../features/settings/markup.ts'
import type { ChosenLanguage } from '../languages/language-of.ts'
import { readOwnProfile } from '../model/profile.ts'
import { liveFacts } from '../site.ts'
import { ask } from './ask.ts'
import { firstTag } from './first-tab.ts'
import { createShortener, type Shortener } from './shortener.ts'
import { sortValues } from './sort-values.ts'

/** The part of a discussion that is shown, and where. */
export interface StreamRequest {
  readonly place: Place
  readonly language: ChosenLanguage
  /** The name of an order that this server has. */
  readonly sort: string
  /** The tag whose comments are shown; `null` for all. */
  readonly tag: string | null
  /** The plugin whose tab is open in place of the list; `null` for none. */
  readonly pane?: string | null
  /** The tab of the stream that is asked for; by default that of the comments. */
  readonly tab?: string
  /** The part of the reader's profile that is asked for, while that is the tab. */
  readonly profilePart?: string
  /** The cursor behind which the comments begin, or the replies of a comment that is shown alone. */
  readonly after: string | null
  /** The comment that the address names: alone, or above the others if it is not among them. */
  readonly focus: { readonly id: string; readonly alone: boolean } | null
  readonly refused?: Refused | null
  readonly form?: StreamState['form']
  readonly refusedSettings?: StreamState['refusedSettings']
  readonly notice?: StreamState['notice']
  /** The path of the page. */
  readonly back: string
}

/** Comments at the top level of a page, and replies to a comment that is shown alone. */
const PAGE = 20
/** The most comments that a page names as recent. */
const MOST_RECENT = 100

/**
 * Reads everything that a stream begins with, as the caller of the request sees it.
 *
 * @throws NotFoundError for a discussion, or a comment that is shown alone, which the caller can't see.
 */
export async function readStreamState(
  context: ServerContext,
  asset: Asset,
  request: StreamRequest,
): Promise<StreamState> {
  const { clock, config, streamBuild } = context.services
  const { place, language, sort, tag, pane = null, after, back, refused = null, form = null, notice = null } = request
  const readAt = clock.now().getTime()
  const short = createShortener()
  // A comment that comes between these readings is shown, or news.
  const recent = await readRecent(context, asset, readAt)
  const reading = request.focus?.alone
    ? readAlone(context, { asset, id: request.focus.id, after, short })
    : readList(context, asset, { request, short })
  const shown = await reading.catch(error => {
    throw after !== null && error instanceof BadUserInputError ? unknownPlace() : error
  })
  const { discussion } = shown
  const own = await readViewer(context, asset, { short, comments: idsIn(shown) })
  return {
    site: {
      // A path also works for a page that was opened by another name of this host.
      root: `${place === 'fragment' ? new URL(config.rootUrl).origin : ''}${config.rootPath}`,
      ...liveFacts(config),
      levels: config.threadingLevel,
      mail: context.services.mail.sends,
      sharedMaxAge: config.sharedMaxAge,
      build: buildFacts(context.services),
      documents: context.services.composition.streamDocuments.suffix,
      sorts: sortValues(context.services),
      offers: streamBuild.offers,
    },
    parts: streamBuild.parts.map(({ plugin }) => plugin),
    subscriptions: streamBuild.parts.flatMap(({ plugin, part }) =>
      Object.keys(part.subscriptions ?? {}).map(name => `${plugin}/${name}`),
    ),
    partsConfig: context.services.composition.publicConfig,
    ...{ place, sort, tag, pane, after, back, refused, form, notice, readAt },
    lang: language.lang,
    chosenLang: language.requested,
    texts: language.stream,
    firstTag: firstTag(context),
    ...shown,
    ...recent,
    noticeAbout: notice && (request.focus?.id ?? null),
    ...own,
    ...(await readTab(context, asset, { viewer: own.viewer, wanted: request.tab ?? COMMENTS })),
    refusedSettings: request.refusedSettings ?? null,
    profilePart: request.profilePart ?? 'comments',
    boxes: await readBoxes(discussion.settings),
  }
}

/** The tab that is asked for, if the reader has it. */
function tabFor(viewer: StreamState['viewer'], tab: string): string {
  const has = coreTabOf(tab) === null || coreTabsFor(viewer).some(({ name }) => name === tab)
  return has ? tab : COMMENTS
}

/** The tab that is open, with what is read for it alone. */
async function readTab(
  context: ServerContext,
  { id }: Asset,
  { viewer, wanted }: { readonly viewer: StreamState['viewer']; readonly wanted: string },
): Promise<Pick<StreamState, 'tab' | 'configured' | 'profile'>> {
  const tab = tabFor(viewer, wanted)
  const { asset = null } = tab === 'config' ? await ask(context, documents.DiscussionSettings, { asset: id }) : {}
  const { me = null } = tab === 'profile' ? await readOwnProfile(context) : {}
  return { tab, configured: asset, profile: me }
}

/** Why a page can't begin behind the comment that its address names, for a reader who followed a link. */
function unknownPlace(): BadUserInputError {
  return new BadUserInputError(
    'The link that brought you here is incomplete or was changed: no comment is at the place that it names. ' +
      'Remove “after=…” from the address, and you see the discussion from its beginning.',
    { metadata: { field: 'after' } },
  )
}

type Shown = Pick<StreamState, 'discussion' | 'comments' | 'focus' | 'root'>

async function readList(
  context: ServerContext,
  asset: Asset,
  { request: { sort, tag, after, focus }, short }: { request: StreamRequest; short: Shortener },
): Promise<Shown> {
  const query = {
    limit: PAGE,
    cursor: after,
    ...sortVariables(sort, sortValues(context.services)),
    ...(tag === null ? {} : { tags: [tag] }),
  }
  const { asset: found, ...root } = await ask(context, documents.Thread, { id: asset.id, query, deep: tag !== null })
  if (!found?.comments) throw new NotFoundError('The discussion')
  const { comments, ...discussion } = found
  const page = short.page(comments)
  const elsewhere = focus !== null && !contains(page.nodes, focus.id)
  return {
    discussion,
    root,
    comments: page,
    focus: elsewhere ? await readElsewhere(context, { asset, id: focus.id, short }) : null,
  }
}

function contains(branches: readonly Branch[], id: string): boolean {
  return branches.some(branch => branch.id === id || contains(branch.replies?.nodes ?? [], id))
}

interface One {
  readonly asset: Asset
  readonly id: string
  readonly short: Shortener
}

async function readAlone(
  context: ServerContext,
  { after, ...one }: One & { readonly after: string | null },
): Promise<Shown> {
  const { discussion, focus, root } = await readOne(context, one, { limit: PAGE, cursor: after })
  if (!discussion || !focus) throw new NotFoundError('The comment')
  const comments = { nodes: [], hasNextPage: false, endCursor: null }
  return { discussion, root, comments, focus: { ...focus, alone: true } }
}

/** A comment whose place is on another page; `null` when the caller can't see it. */
async function readElsewhere(context: ServerContext, one: One): Promise<StreamState['focus']> {
  const { focus } = await readOne(context, one, { limit: 1 })
  return focus && { ...focus, alone: false }
}

async function readOne(
  context: ServerContext,
  { asset, id, short }: One,
  replies: { readonly limit: number; readonly cursor?: string | null },
) {
  const { asset: found, ...root } = await ask(context, documents.Permalink, { asset: asset.id, id, replies })
  if (!found?.comment) return { discussion: null, focus: null, root }
  const { comment, ...discussion } = found
  const above: Branch[] = []
  for (let each: Above | null | undefined = comment.parent; isComment(each); each = each.parent)
    above.unshift(short.branch(each))
  return {
    discussion,
    root,
    focus: { branch: { ...short.branch({ ...comment, body: null }), body: comment.body }, above },
  }
}

/** A comment that another one answers; the outermost that is read has only its id. */
type Above = { readonly id: string; readonly parent?: Above | null }

const isComment = (above: Above | null | undefined): above is Branch & Above => above != null && 'created_at' in above

/** Comments from shortly before the page was read. They may not be on this page, and are no news when events follow. */
async function readRecent(
  context: ServerContext,
  asset: Asset,
  readAt: number,
): Promise<Pick<StreamState, 'recent' | 'newsFrom'>> {
  const since = readAt - OVERLAP
  if (asset.last_comment_at === null || asset.last_comment_at.getTime() < since) return { recent: [], newsFrom: since }
  const latest = await context.loaders.Comments.getByQuery({
    asset_id: asset.id,
    limit: MOST_RECENT,
    sortBy: 'CREATED_AT',
    sortOrder: 'DESC',
  })
  const comments = (latest?.nodes ?? []).filter(comment => comment.created_at.getTime() >= since)
  // What is older than the most that are named is not looked for.
  const oldest = comments.length === MOST_RECENT ? comments.at(-1)!.created_at.getTime() : since
  return { recent: comments.map(comment => comment.id), newsFrom: oldest }
}

function idsIn({ comments, focus }: Shown): string[] {
  const under = (branches: readonly Branch[]): string[] =>
    branches.flatMap(({ id, replies }) => [id, ...under(replies?.nodes ?? [])])
  return under([...comments.nodes, ...(focus ? [...focus.above, focus.branch] : [])])
}

/** Comments about which one question asks. */
const MOST = 100

/** Who reads, and what is theirs in the comments of the page. */
async function readViewer(
  context: ServerContext,
  { id }: Asset,
  { short, comments }: { readonly short: Shortener; readonly comments: readonly string[] },
): Promise<Pick<StreamState, 'viewer' | 'own' | 'discussionOwn'>> {
  if (context.user === null) return { viewer: null, own: {}, discussionOwn: null }
  const parts = Array.from({ length: Math.ceil(comments.length / MOST) || 1 }, (_, i) =>
    comments.slice(i * MOST, (i + 1) * MOST),
  )
  const answers = await Promise.all(parts.map(part => ask(context, documents.Own, { asset: id, comments: part })))
  const { me = null } = answers[0] ?? {}
  const found = answers.flatMap(({ commentsById }) => commentsById)
  // The fields of plugins are unknown here, so what they ask for is kept for every comment.
  const { suffix } = context.services.composition.streamDocuments
  const theirs = found.filter(
    ({ action_summaries: summaries }) => suffix !== '' || summaries.some(each => each?.current_user),
  )
  return {
    viewer: me && { ...me, held: { nodes: me.held.nodes.map(short.branch) } },
    own: Object.fromEntries(theirs.map(({ id: comment, ...own }) => [comment, own])),
    discussionOwn: answers[0] ? discussionOwnIn(answers[0]) : null,
  }
}

async function readBoxes(settings: StreamState['discussion']['settings']): Promise<StreamState['boxes']> {
  return { info: await markup(settings.infoBoxEnable ? settings.infoBoxContent : null) }
}
