using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

public sealed class PostgresClaimTests(PostgresFixture server) : ClaimContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}
