/** Organizations that no longer have a part in a location; what they had put there ends with it. */
export interface FormerParts {
  location_id: string
  organization_ids: readonly string[]
}
