using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

public sealed class PostgresSlotTests(PostgresFixture server) : SlotContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}
