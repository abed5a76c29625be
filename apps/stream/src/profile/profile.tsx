import { createTranslator } from '@platform/client-kit'
import { Slot } from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'
import type { ProfileTexts } from '../texts/profile-en.ts'
import { listAddress, otherComment, otherDiscussion, pictureAddress } from '../thread/addresses.ts'
import { CommentText } from '../thread/comment-text.tsx'
import { type Stream, useStream } from '../thread/context.ts'
import { COMMENTS } from '../thread/core-tabs.ts'
import { plainClick } from '../thread/plain-click.ts'
import { Timestamp } from '../thread/timestamp.tsx'
import type { OwnProfile, ProfileAround } from './around.ts'
import { NextPage } from './next-page.tsx'
import { OwnComments } from './own-comments.tsx'
import { Parts, PROFILE_PARTS, profileTabsOf } from './parts.tsx'
import { OwnHead } from './profile-head.tsx'
import { Settings } from './settings.tsx'

/** The profile of the reader, in the stream. */
export function Profile({ texts }: { readonly texts: ProfileTexts }) {
  const stream = useStream()
  const { actions, profile, retry, state, viewer } = stream
  const id = viewer.value?.id
  const name = viewer.value?.username
  const named = viewer.value?.state?.status?.username.status
  useEffect(() => {
    const read = async () => {
      retry.value = null
      const profiling = await actions?.profiling()
      if ((await profiling?.read()) === false) retry.value = () => void read()
    }
    // What was read before may be older, another user's, or from before a change of the name.
    void read()
  }, [id, name, named])
  const around = aroundIn(stream, texts)
  const [part, setPart] = useState(state.profilePart)
  const tabs = profileTabsOf(stream.slots, { active: part, root: state.root })
  const open = [...PROFILE_PARTS, ...tabs.before, ...tabs.after].includes(part) ? part : 'comments'
  const known = profile.value?.id === id ? profile.value : null
  return known ? (
    <div class="profile">
      <OwnHead user={known} around={around} />
      <Parts
        around={around}
        tabs={tabs}
        active={open}
        addressOf={id => listAddress(state, { tab: 'profile', profile: id })}
        onOpen={id => plainClick(() => setPart(id))}
      />
      {open === 'comments' ? (
        <Comments known={known} around={around} />
      ) : open === 'settings' ? (
        <Settings user={known} around={around} />
      ) : (
        around.slot('profileTabPanes', { root: state.root, active: open }, { only: open })
      )}
    </div>
  ) : (
    <p class="empty">{around.texts.text('profileLoading')}</p>
  )
}

function Comments({ known: { comments }, around }: { readonly known: OwnProfile; readonly around: ProfileAround }) {
  const { actions, state } = useStream()
  const [progress, setProgress] = useState<'profileLoading' | 'olderNotLoaded' | null>(null)
  const more = async () => {
    if (progress === 'profileLoading') return
    setProgress('profileLoading')
    const first = await (await actions?.profiling())?.more()
    setProgress(first === null ? 'olderNotLoaded' : null)
    if (first) setTimeout(() => document.getElementById(`profile-${first}`)?.focus())
  }
  return (
    <>
      <OwnComments comments={comments.nodes} around={around} />
      {comments.hasNextPage && (
        <NextPage
          href={`${state.site.root}/account/comments?after=${encodeURIComponent(comments.endCursor ?? '')}`}
          target={around.target}
          text={around.texts.text(progress ?? 'olderComments')}
          isBusy={progress === 'profileLoading'}
          onClick={plainClick(() => void more())}
        />
      )}
    </>
  )
}

/** What a profile finds around it in a stream. */
function aroundIn(stream: Stream, texts: ProfileTexts): ProfileAround {
  const { actions, state } = stream
  const { discussion, lang, place } = state
  return {
    texts: createTranslator(lang, texts),
    target: place === 'page' ? undefined : '_top',
    discussionAddress: asset => otherDiscussion(state, asset),
    commentAddress: (asset, id) => otherComment(state, asset, id),
    // In a frame it is not sure that the page of the discussion knows who reads.
    showsWaiting: place === 'page',
    onShow: (asset, id) =>
      asset.id === discussion.id
        ? plainClick(() => void actions?.openTab(COMMENTS).then(() => actions.focus(id)))
        : undefined,
    picture: avatar => pictureAddress(state, avatar),
    time: time => <Timestamp time={time} />,
    body: text => <CommentText body={text} />,
    slot: (name, props, { as = 'div', only, otherwise } = {}) => (
      <Slot name={name} props={props} as={as} {...(only === undefined ? {} : { only })}>
        {otherwise}
      </Slot>
    ),
    slotRoot: state.root,
  }
}
