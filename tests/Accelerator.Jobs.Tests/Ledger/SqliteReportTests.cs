namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteReportTests : ReportContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
