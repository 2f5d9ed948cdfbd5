using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

[Trait("Group", "postgresql")]
[Collection(PostgresFixture.Collection)]
public sealed class PostgresClaimTests(PostgresFixture server) : ClaimContract
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}
