import type { Client, ConnectPacket } from 'aedes'
import { claimOf, refusals } from './broker-access.ts'
import type { Claim, Party } from './broker-access.ts'
import type { BrokerCounts, FromWorker, WorkerSettings } from './broker.ts'
import { controllerSecrets, isSameHash, secretHash } from './broker-secrets.ts'
import type { ControllerSecrets } from './broker-secrets.ts'

interface Given {
  settings: WorkerSettings
  counts: BrokerCounts
  recordEvent: (message: FromWorker) => void
  /** Whether a controller of this id has a connection. */
  isConnected: (id: string) => boolean
}

/** Who each connection is: what its first packet claims, and what it is after its password was checked. */
export class BrokerIdentities {
  readonly #given: Given
  readonly #secrets: ControllerSecrets
  readonly #claims = new WeakMap<Client, Claim>()
  readonly #parties = new WeakMap<Client, Party>()
  readonly #newcomers = new Set<Client>()

  constructor(given: Given) {
    this.#given = given
    this.#secrets = controllerSecrets(given.settings.databaseUrl, given.settings.provisioningHash)
  }

  /** Undefined before it has signed in. */
  of(client: Client): Party | undefined {
    return this.#parties.get(client)
  }

  /**
   * Runs before the password is checked: normalises the names and leaves the session of the claimed identity untouched.
   */
  introduce(client: Client, packet: ConnectPacket): void {
    const { username, password, clientId, will } = packet
    const claim = claimOf({ username, password, clientId, will }, this.#given.settings.idLength)
    this.#claims.set(client, claim)
    if ('party' in claim) {
      packet.clientId = claim.clientId
      return
    }
    packet.clientId = ''
    packet.clean = true
    delete packet.will
  }

  /** Returns 0, or the return code of the refusal. */
  async signIn(client: Client, password: Buffer | undefined): Promise<number> {
    const { counts, recordEvent, isConnected } = this.#given
    const claim = this.#claims.get(client)
    if (!claim || 'refusal' in claim) {
      counts.refused_connect++
      return claim?.refusal ?? refusals.credentials
    }
    const party = await this.#partyOf(claim.party, password ?? Buffer.alloc(0))
    if (typeof party === 'number') {
      counts.refused_connect++
      return party
    }
    this.#parties.set(client, party)
    if (party.kind === 'newcomer') this.#newcomers.add(client)
    if (party.kind === 'controller' && isConnected(party.id)) {
      counts.takeovers++
      recordEvent({ kind: 'takeover', controller_id: party.id, at: new Date().toISOString() })
    }
    return 0
  }

  left(client: Client): void {
    this.#newcomers.delete(client)
  }

  /** The secret of a controller was replaced or revoked. */
  forget(controllerId: string): void {
    this.#secrets.forget(controllerId)
  }

  close(): Promise<void> {
    return this.#secrets.close()
  }

  /** What the connection is after its password was checked, or the return code of the refusal. */
  async #partyOf(party: Party, password: Buffer): Promise<Party | number> {
    const { settings, recordEvent } = this.#given
    if (party.kind === 'gateway')
      return isSameHash(secretHash(password), settings.gatewayPasswordHash) ? party : refusals.credentials
    const verdict = await this.#secrets.check(party.id, password)
    if (verdict === 'right') return party
    if (verdict === 'rotated') {
      const at = new Date().toISOString()
      recordEvent({ kind: 'new_secret', controller_id: party.id, secret_hash: secretHash(password), at })
      return party
    }
    if (verdict === 'new' && this.#newcomers.size < settings.limits.newcomers) return { kind: 'newcomer', id: party.id }
    if (verdict === 'wrong') return refusals.credentials
    return verdict === 'refused' ? refusals.not_authorized : refusals.unavailable
  }
}
