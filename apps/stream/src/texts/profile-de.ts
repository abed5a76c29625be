import type { ProfileTexts } from './profile-en.ts'

/** The texts of profiles in German. */
export const profileDe: ProfileTexts = {
  profileParts: 'Teile Ihres Profils',
  ownComments: 'Ihre Kommentare',
  profileSettings: 'Einstellungen',
  allSettings: 'Alle Einstellungen Ihres Kontos',
  noOwnComments: 'Sie haben noch keine Kommentare geschrieben.',
  ownWaiting: 'Wartet auf die Moderation; nur Sie sehen ihn',
  ownRejected: 'Nicht veröffentlicht; nur Sie sehen ihn',
  ownRejectedBecause: 'Die Moderation schreibt Ihnen:',
  profileEdited: 'bearbeitet',
  commentIn: 'In {title}',
  replyIn: 'Eine Antwort in {title}',
  discussionGone: 'Die Diskussion gibt es nicht mehr.',
  showInDiscussion: 'In der Diskussion zeigen',
  profileReplies_one: '{count} Antwort',
  profileReplies_other: '{count} Antworten',
  reactions_one: '{count} Reaktion',
  reactions_other: '{count} Reaktionen',
  olderComments: 'Ältere Kommentare',
  newestComments: 'Die neuesten Kommentare',
  memberSince: 'Mitglied seit {date}',
  profileLoading: 'Wird geladen …',
  olderNotLoaded: 'Das konnte nicht geladen werden. Noch einmal versuchen',
}
