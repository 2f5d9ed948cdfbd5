using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

[Trait("Group", "postgresql")]
[Collection(PostgresFixture.Collection)]
public sealed class PostgresSlotTests(PostgresFixture server) : SlotContract
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}
