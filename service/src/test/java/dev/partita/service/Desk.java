package dev.partita.service;

/** A help desk: a small design that has something of everything the service has to answer. */
final class Desk {

    static final String YAML = """
            design: desk
            about: People, their tickets, and what is written about them.
            time-zone: UTC
            types:
              Status: { enum: [open, closed] }
              Badge:
                record:
                  number: { type: integer }
                  pin:    { type: string, hidden: true }
            tables:
              main:
                key: { partition: pk, sort: sk }
                type-attribute: et
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Person:
                type: PERSON
                key: { pk: "PERSON#{personId}", sk: META }
                version: version
                owner: personId
                unique:
                  email: { on: [email], lock: { pk: "EMAIL#{email}", sk: UNIQUE } }
                attributes:
                  personId:  { type: string, generate: ulid, store: false }
                  email:     { type: string, required: true, normalise: [trim, lower], length: 3..254 }
                  name:      { type: string, length: 1..50 }
                  password:  { type: password, hidden: true, secret: true, cost: 4, length: 8..72 }
                  karma:     { type: decimal }
                  photo:     { type: binary }
                  skills:    { type: set of string }
                  badge:     { type: Badge }
                  extra:     { type: map }
                  bornOn:    { type: date }
                  isActive:  { type: boolean, default: true }
                  createdAt: { type: timestamp, set: on-create }
                  version:   { type: integer, read-only: true }
              Ticket:
                type: TICKET
                key: { pk: "TICKET#{ticketId}", sk: META }
                GSI1: { gsi1pk: "BY#{personId}", gsi1sk: "{createdAt:newest-first}#{ticketId:newest-first}" }
                owner: personId
                attributes:
                  ticketId:  { type: string, generate: ulid, store: false }
                  personId:  { type: string, required: true, references: Person, must-exist: true, on-delete: refuse }
                  title:     { type: string, required: true, length: 1..100 }
                  status:    { type: Status, default: open }
                  votes:     { type: integer, default: 0 }
                  createdAt: { type: timestamp-millis, set: on-create }
              Note:
                type: NOTE
                key: { pk: "TICKET#{ticketId}", sk: "NOTE#{number:05}" }
                attributes:
                  ticketId: { type: string, store: false }
                  number:   { type: integer, store: false, range: 1..99999 }
                  text:     { type: string, length: 0..100000 }
              Visit:
                type: VISIT
                key: { pk: "VISITS#{personId}", sk: "{day}#{visitId}" }
                attributes:
                  personId:  { type: string, store: false }
                  visitId:   { type: ulid, generate: ulid, store: false }
                  day:       { type: date, required: true, store: false }
                  createdAt: { type: timestamp, set: on-create }
            quotas:
              visits:
                counts: Visit
                per: [personId, createdAt:date]
                item: { pk: "VISITS#{personId}", sk: "QUOTA#{createdAt:date}" }
                expiry: 2 days
                limit: 2
            patterns:
              person:        { get: Person, by: personId }
              personByEmail: { get: Person, by: email }
              createPerson:  { create: Person }
              updatePerson:  { update: Person, by: personId, change: [name, karma, skills, extra, password] }
              putPerson:     { put: Person }
              deletePerson:  { delete: Person, by: personId }
              ticket:        { get: Ticket, by: ticketId }
              ticketWhole:   { read: [Ticket, Note], by: ticketId }
              tickets:       { list: Ticket, by: personId, order: newest-first, page: 10 }
              ticketTitles:  { list: Ticket, by: personId, order: newest-first, return: [ticketId, title] }
              openTicket:    { create: Ticket }
              openWithNotes: { create: Ticket, with: Note, expect: { items: 3 } }
              vote:          { update: Ticket, by: ticketId, add: { votes: 1 } }
              closeTicket:   { update: Ticket, by: ticketId, set: { status: closed }, when: "status = 'open'" }
              deleteTicket:  { delete: Ticket, by: ticketId }
              note:          { get: Note, by: [ticketId, number] }
              putNote:       { put: Note }
              notes:         { list: Note, by: ticketId, range: number }
              noteCount:     { count: Note, by: ticketId }
              visit:         { create: Visit }
              visitsOf:      { list: Visit, by: personId }
              noteAndVote:   { transact: [putNote, vote] }
              ticketsByEmail: { get: Person, by: email, then: tickets }
              personPage:    { gather: [person, tickets] }
              overview:      { gather: [ticketWhole, noteCount] }
            """;

    private Desk() {}
}
