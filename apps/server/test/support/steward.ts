/** The rights of a person who administers groups and roles. */
export const steward = {
  resource_group: ['GET', 'GETBELONGS', 'MODIFYBELONGS', 'GET_RESOURCES', 'CREATE'],
  location: ['GET'],
  console_user: ['GET', 'MODIFYROLES'],
  permission: ['GET'],
} as const
