// Generated from the features of the core by `pnpm run docs`.
import type { DeclaredIndex } from './indexes.ts'

/**
 * The indexes that the features of the core declare, for commands that load no feature: to load them all takes a second
 * of processor time and 70 MB.
 */
export const CORE_INDEXES: readonly DeclaredIndex[] = [
  {
    "collection": "settings_changes",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "settings_changes",
    "name": "newest",
    "keys": {
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "settings_changes",
    "name": "changed",
    "keys": {
      "assigned_by": 1
    }
  },
  {
    "collection": "assets",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "assets",
    "name": "url",
    "keys": {
      "url": 1
    },
    "unique": true
  },
  {
    "collection": "assets",
    "name": "former",
    "keys": {
      "former_urls": 1
    },
    "multikey": true
  },
  {
    "collection": "assets",
    "name": "created",
    "keys": {
      "created_at": -1,
      "id": -1
    }
  },
  {
    "collection": "assets",
    "name": "closing",
    "keys": {
      "created_at": -1,
      "id": -1
    },
    "partial": {
      "closedAt": {
        "$gt": "0001-01-01T00:00:00.000Z"
      }
    }
  },
  {
    "collection": "assets",
    "name": "latest",
    "keys": {
      "last_comment_at": -1,
      "id": -1
    }
  },
  {
    "collection": "assets",
    "name": "published",
    "keys": {
      "publication_date": -1,
      "created_at": -1,
      "id": -1
    }
  },
  {
    "collection": "assets",
    "name": "decided",
    "keys": {
      "status_history.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "status_history.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "assets",
    "name": "words",
    "keys": {
      "words": 1
    },
    "multikey": true
  },
  {
    "collection": "users",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "users",
    "name": "username",
    "keys": {
      "lowercaseUsername": 1
    },
    "unique": true
  },
  {
    "collection": "users",
    "name": "profile",
    "keys": {
      "profiles.provider": 1,
      "profiles.id": 1
    },
    "unique": true,
    "multikey": true
  },
  {
    "collection": "users",
    "name": "roles",
    "keys": {
      "roles": 1
    },
    "multikey": true
  },
  {
    "collection": "users",
    "name": "ignores",
    "keys": {
      "ignoresUsers": 1
    },
    "multikey": true,
    "partial": {
      "ignoresUsers": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "users",
    "name": "username_decided",
    "keys": {
      "status.username.history.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "status.username.history.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "users",
    "name": "banned_decided",
    "keys": {
      "status.banned.history.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "status.banned.history.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "users",
    "name": "alwaysPremod_decided",
    "keys": {
      "status.alwaysPremod.history.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "status.alwaysPremod.history.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "users",
    "name": "suspension_decided",
    "keys": {
      "status.suspension.history.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "status.suspension.history.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "users",
    "name": "tagged",
    "keys": {
      "tags.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "tags.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "users",
    "name": "created",
    "keys": {
      "created_at": -1,
      "id": -1
    }
  },
  {
    "collection": "users",
    "name": "display_name",
    "keys": {
      "metadata.displayName": 1
    }
  },
  {
    "collection": "users",
    "name": "username_status",
    "keys": {
      "status.username.status": 1,
      "created_at": -1,
      "id": -1
    },
    "partial": {
      "status.username.status": {
        "$lt": "SET"
      }
    }
  },
  {
    "collection": "users",
    "name": "username_unset",
    "keys": {
      "created_at": -1,
      "id": -1
    },
    "partial": {
      "status.username.status": "UNSET"
    }
  },
  {
    "collection": "users",
    "name": "banned",
    "keys": {
      "created_at": -1,
      "id": -1
    },
    "partial": {
      "status.banned.status": true
    }
  },
  {
    "collection": "users",
    "name": "premod",
    "keys": {
      "created_at": -1,
      "id": -1
    },
    "partial": {
      "status.alwaysPremod.status": true
    }
  },
  {
    "collection": "users",
    "name": "suspended",
    "keys": {
      "status.suspension.until": 1
    }
  },
  {
    "collection": "users",
    "name": "flagged",
    "keys": {
      "created_at": -1,
      "id": -1
    },
    "partial": {
      "action_counts.flag": {
        "$gt": 0
      }
    }
  },
  {
    "collection": "deletions",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "users",
    "name": "invited",
    "keys": {
      "created_at": 1,
      "id": 1
    },
    "partial": {
      "invitation.expires_at": {
        "$gt": "1970-01-01T00:00:00.000Z"
      }
    }
  },
  {
    "collection": "users",
    "name": "invited_by",
    "keys": {
      "invitation.by": 1
    },
    "partial": {
      "invitation.by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "avatars",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "avatars",
    "name": "avatar_id",
    "keys": {
      "avatar_id": 1
    },
    "unique": true,
    "partial": {
      "avatar_id": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "avatars",
    "name": "removed",
    "keys": {
      "removals.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "removals.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "ended_tokens",
    "name": "key",
    "keys": {
      "key": 1
    },
    "unique": true
  },
  {
    "collection": "ended_tokens",
    "name": "expiry",
    "keys": {
      "expires_at": 1
    },
    "expireAfterSeconds": 0
  },
  {
    "collection": "comments",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "comments",
    "name": "thread",
    "keys": {
      "asset_id": 1,
      "parent_id": 1,
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "comments",
    "name": "thread_replied",
    "keys": {
      "asset_id": 1,
      "parent_id": 1,
      "reply_count": 1,
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "comments",
    "name": "asset",
    "keys": {
      "asset_id": 1,
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "comments",
    "name": "author",
    "keys": {
      "author_id": 1,
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "comments",
    "name": "said",
    "keys": {
      "author_id": 1,
      "said": 1,
      "created_at": 1
    },
    "partial": {
      "said": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "comments",
    "name": "status",
    "keys": {
      "status": 1,
      "created_at": 1,
      "id": 1
    },
    "partial": {
      "status": {
        "$gt": "NONE"
      }
    }
  },
  {
    "collection": "comments",
    "name": "accepted",
    "keys": {
      "created_at": 1,
      "id": 1,
      "deleted_at": 1
    },
    "partial": {
      "status": "ACCEPTED"
    }
  },
  {
    "collection": "comments",
    "name": "asset_status",
    "keys": {
      "asset_id": 1,
      "status": 1,
      "created_at": 1,
      "id": 1
    },
    "partial": {
      "status": {
        "$gt": "NONE"
      }
    }
  },
  {
    "collection": "comments",
    "name": "author_asset",
    "keys": {
      "author_id": 1,
      "asset_id": 1,
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "comments",
    "name": "author_status",
    "keys": {
      "author_id": 1,
      "asset_id": 1,
      "created_at": 1,
      "id": 1,
      "status": 1
    },
    "partial": {
      "status": {
        "$gt": "NONE"
      }
    }
  },
  {
    "collection": "comments",
    "name": "asset_accepted",
    "keys": {
      "asset_id": 1,
      "created_at": 1,
      "id": 1
    },
    "partial": {
      "status": "ACCEPTED"
    }
  },
  {
    "collection": "comments",
    "name": "thread_accepted",
    "keys": {
      "asset_id": 1,
      "parent_id": 1,
      "created_at": 1,
      "id": 1
    },
    "partial": {
      "status": "ACCEPTED"
    }
  },
  {
    "collection": "comments",
    "name": "flagged",
    "keys": {
      "created_at": 1,
      "id": 1,
      "status": 1,
      "deleted_at": 1
    },
    "partial": {
      "action_counts.flag": {
        "$gt": 0
      }
    }
  },
  {
    "collection": "comments",
    "name": "asset_flagged",
    "keys": {
      "asset_id": 1,
      "created_at": 1,
      "id": 1
    },
    "partial": {
      "action_counts.flag": {
        "$gt": 0
      }
    }
  },
  {
    "collection": "comments",
    "name": "thread_flagged",
    "keys": {
      "asset_id": 1,
      "parent_id": 1,
      "created_at": 1,
      "id": 1
    },
    "partial": {
      "action_counts.flag": {
        "$gt": 0
      }
    }
  },
  {
    "collection": "comments",
    "name": "decided",
    "keys": {
      "status_history.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "status_history.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "comments",
    "name": "deleted",
    "keys": {
      "asset_id": 1,
      "status": 1,
      "deleted_at": 1
    },
    "partial": {
      "deleted_at": {
        "$gt": "0001-01-01T00:00:00.000Z"
      }
    }
  },
  {
    "collection": "comments",
    "name": "tagged",
    "keys": {
      "tags.assigned_by": 1
    },
    "multikey": true,
    "partial": {
      "tags.assigned_by": {
        "$gt": ""
      }
    }
  },
  {
    "collection": "comments",
    "name": "newest",
    "keys": {
      "created_at": 1,
      "id": 1,
      "status": 1,
      "deleted_at": 1
    }
  },
  {
    "collection": "comments",
    "name": "tags",
    "keys": {
      "tags.tag.name": 1,
      "asset_id": 1,
      "created_at": 1,
      "id": 1
    },
    "multikey": true,
    "partial": {
      "tags.tag.name": {
        "$exists": true
      }
    }
  },
  {
    "collection": "comments",
    "name": "tags_newest",
    "keys": {
      "tags.tag.name": 1,
      "created_at": 1,
      "id": 1
    },
    "multikey": true,
    "partial": {
      "tags.tag.name": {
        "$exists": true
      }
    }
  },
  {
    "collection": "daily_counts",
    "name": "discussion",
    "keys": {
      "asset_id": 1,
      "day": 1
    },
    "unique": true
  },
  {
    "collection": "daily_counts",
    "name": "day",
    "keys": {
      "day": 1,
      "asset_id": 1
    }
  },
  {
    "collection": "moderator_counts",
    "name": "moderator",
    "keys": {
      "moderator_id": 1,
      "day": 1
    },
    "unique": true
  },
  {
    "collection": "moderator_counts",
    "name": "day",
    "keys": {
      "day": 1,
      "moderator_id": 1
    }
  },
  {
    "collection": "site_counts",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "actions",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "actions",
    "name": "once",
    "keys": {
      "item_id": 1,
      "user_id": 1,
      "action_type": 1,
      "item_type": 1,
      "group_id": 1
    },
    "unique": true
  },
  {
    "collection": "actions",
    "name": "item",
    "keys": {
      "item_id": 1,
      "action_type": 1,
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "actions",
    "name": "user",
    "keys": {
      "user_id": 1,
      "item_type": 1
    }
  },
  {
    "collection": "withdrawn_flags",
    "name": "once",
    "keys": {
      "item_id": 1,
      "user_id": 1
    },
    "unique": true
  },
  {
    "collection": "withdrawn_flags",
    "name": "user",
    "keys": {
      "user_id": 1
    }
  },
  {
    "collection": "notes",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "notes",
    "name": "about",
    "keys": {
      "user_id": 1,
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "notes",
    "name": "written",
    "keys": {
      "author_id": 1
    }
  },
  {
    "collection": "bulk_rejections",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "bulk_rejections",
    "name": "about",
    "keys": {
      "user_id": 1,
      "created_at": 1,
      "id": 1
    }
  },
  {
    "collection": "bulk_rejections",
    "name": "decided",
    "keys": {
      "assigned_by": 1
    }
  },
  {
    "collection": "client_builds",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "client_build_starts",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "part_failures",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "running_servers",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "running_servers",
    "name": "ended",
    "keys": {
      "seen_at": 1
    },
    "expireAfterSeconds": 86400
  },
  {
    "collection": "jobs",
    "name": "id",
    "keys": {
      "id": 1
    },
    "unique": true
  },
  {
    "collection": "jobs",
    "name": "key",
    "keys": {
      "type": 1,
      "key": 1
    },
    "unique": true,
    "partial": {
      "key": {
        "$exists": true
      }
    }
  },
  {
    "collection": "jobs",
    "name": "due",
    "keys": {
      "type": 1,
      "due_at": 1
    }
  },
  {
    "collection": "jobs",
    "name": "state",
    "keys": {
      "state": 1,
      "updated_at": -1
    }
  },
  {
    "collection": "jobs",
    "name": "dead",
    "keys": {
      "dead_at": 1
    },
    "expireAfterSeconds": 2592000
  }
]
