-- Guests of libvirt.
ALTER TYPE "host_virtualization_type" ADD VALUE 'Libvirt';
