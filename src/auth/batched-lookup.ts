// Finds rows by hashes of credentials. All lookups of one turn of the event loop are sent as one statement.
import DataLoader from 'dataloader';
import { onBehalfOfAll } from '../platform/postgres/connection-shares';

export const batchedLookup = <Row>(find: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Row>>) =>
  new DataLoader<string, Row | undefined>(
    async (hashes) => {
      const rows = await onBehalfOfAll(() => find([...new Set(hashes)]));
      return hashes.map((hash) => rows.get(hash));
    },
    { cache: false, maxBatchSize: 1000 },
  );
