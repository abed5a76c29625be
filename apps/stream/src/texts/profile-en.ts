/** The texts of profiles in English, which a browser loads with a profile. Their names differ from those of `en`. */
export const profileEn = {
  profileParts: 'Parts of your profile',
  ownComments: 'Your comments',
  profileSettings: 'Settings',
  allSettings: 'All settings of your account',
  noOwnComments: 'You have not written any comments yet.',
  ownWaiting: 'Waits for a moderator; only you see it',
  ownRejected: 'Not published; only you see it',
  ownRejectedBecause: 'The moderators wrote to you:',
  profileEdited: 'edited',
  commentIn: 'In {title}',
  replyIn: 'A reply in {title}',
  discussionGone: 'The discussion does not exist any more.',
  showInDiscussion: 'Show in the discussion',
  profileReplies_one: '{count} reply',
  profileReplies_other: '{count} replies',
  reactions_one: '{count} reaction',
  reactions_other: '{count} reactions',
  commentsBy: 'Comments by {name}',
  noneBy: '{name} has not written any comments that are shown here.',
  ignoredBy: 'You ignore {name}, so their comments are hidden from you.',
  stopIgnoringBy: 'Stop ignoring {name}',
  ignoreBy: 'Ignore {name}',
  thisIsYou: 'This is what others see of you.',
  olderComments: 'Older comments',
  newestComments: 'The newest comments',
  memberSince: 'Member since {date}',
  profileLoading: 'Loading …',
  olderNotLoaded: 'This could not be loaded. Try again',
} as const

export type ProfileTextName = keyof typeof profileEn
export type ProfileTexts = Readonly<Record<ProfileTextName, string>>
