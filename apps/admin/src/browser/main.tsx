import { createTimes, createTranslator } from '@platform/client-kit'
import { loadParts, reportMissing } from '@platform/client-sdk'
import { signal } from '@preact/signals'
import { options, render } from 'preact'
import { createActivity } from '../app/activity.ts'
import { createComments } from '../app/comments.ts'
import type { Admin, Notice } from '../app/context.ts'
import { createFeed } from '../app/feed.ts'
import { followParts } from '../app/follow-parts.ts'
import { createKeys } from '../app/keys.ts'
import { Panel } from '../app/panel.tsx'
import { createSlots } from '../app/slots.ts'
import { guardViews } from '../kit/use-leave-warning.ts'
import { partModules } from '../parts/listed-parts.ts'
import type { AdminState } from '../state.ts'
import type { AdminTexts } from '../texts/en.ts'
import { createGraph } from './graph.ts'
import { openLive } from './live.ts'
import { createSession } from './session.ts'

// A component of a plugin that throws leaves its place empty.
;(options as { errorBoundaries?: boolean }).errorBoundaries = true

const english = async (): Promise<AdminTexts> => (await import('../texts/en.ts')).en
/** The texts of each language are a file of their own, because a page needs one of them. */
const released: Readonly<Record<string, () => Promise<AdminTexts>>> = {
  en: english,
  de: async () => (await import('../texts/de.ts')).de,
}

const MINUTE = 60_000

async function start(): Promise<void> {
  const place = document.getElementById('platform-admin')
  const text = document.getElementById('platform-state')?.textContent
  if (!place || !text) return
  const state = JSON.parse(text) as AdminState
  const [texts, parts] = await Promise.all([
    state.texts ?? (released[state.lang] ?? english)(),
    loadParts(state.parts, reportMissing, partModules),
  ])
  const graph = createGraph(state)
  const session = createSession(state)
  const now = signal(Date.now())
  setInterval(() => {
    now.value = Date.now()
  }, MINUTE)
  const notice = signal<Notice | null>(null)
  const say: Admin['say'] = (sentence, kind = 'done', undo) => {
    notice.value = { text: sentence, kind, undo }
  }
  const comments = createComments()
  const live = openLive({ state, graph, onEnded: session.ended })
  const feed = createFeed({ live, graph, comments })
  const times = createTimes(state.lang, texts.now)
  const viewed = signal<string | null>(null)
  const viewUser = (id: string) => {
    viewed.value = id
  }
  const admin: Admin = {
    state,
    texts: { ...createTranslator(state.lang, texts), ...times },
    graph,
    live,
    slots: createSlots({
      state,
      graph,
      parts,
      comments,
      say,
      viewUser,
      ago: at => times.ago(at, now.value),
      failed: texts.failed,
    }),
    comments,
    feed,
    activity: createActivity(),
    keys: createKeys(),
    now,
    notice,
    say,
    viewed,
    viewUser,
    path: view => `${state.root}/admin${view}`,
  }
  followParts(admin)
  guardViews()
  render(<Panel admin={admin} session={session} />, place)
}

void start()
