// Declares services as an entity: when its mutations return the error 409 (conflict), for the documentation.
import { defineEntity } from '../../../data/model/entity-manifest';
import { bindingInTheWay, partTwice } from '../shared/conflicts';

export const serviceManifest = defineEntity('Service', {
  conflicts: {
    createService: {
      ...bindingInTheWay,
      entity_already_exists: 'a row of the network with an id of the request exists.',
    },
    updateService: {
      ...bindingInTheWay,
      entity_already_exists: partTwice,
      entity_in_use: 'its containers, virtual machines or groups belong to the network that it leaves.',
    },
  },
});
