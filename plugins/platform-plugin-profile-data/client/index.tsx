import { defineClientPlugin } from '@platform/client-sdk'
import { useAccount } from './account.ts'
import { Deletion } from './deletion.tsx'
import './profile-data.css'
import { Sign } from './sign.tsx'
import { translations } from './texts.ts'
import { YourData } from './your-data.tsx'

/** The two sections in the settings of the profile. The pages of the account have pages of their own for both. */
function Settings() {
  const account = useAccount()
  return account ? (
    <>
      <YourData account={account} />
      <Deletion account={account} />
    </>
  ) : null
}

/** Readers download their data, and delete their account, where they read. */
export default defineClientPlugin({
  slots: { profileSettings: Settings, embed: Sign },
  own: {
    RootQuery:
      'fragment ProfileData on RootQuery { me { id lastAccountDownload scheduledDeletionDate profiles { provider } } }',
  },
  mutations: {
    download: { document: 'mutation { requestDownloadLink { errors { translation_key message } } }' },
    requestDeletion: {
      document:
        'mutation ($password: String) { requestAccountDeletion(password: $password) { errors { translation_key message } } }',
    },
    cancelDeletion: { document: 'mutation { cancelAccountDeletion { errors { translation_key message } } }' },
  },
  translations,
})
